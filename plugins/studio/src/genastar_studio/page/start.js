/** The page's frame is painted first; what fills it is loaded after that. */

const load = () => import("./main.js");
if (document.hidden) load(); // A page in the background paints nothing.
else requestAnimationFrame(() => setTimeout(load));
