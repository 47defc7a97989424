"""Many questions for genastar: threads, processes, clusters, files of questions."""
