/** The files of the gallery. */

const FOLDER = new URL("gallery/", document.baseURI);

/** The address of a file of the gallery. @param {string} name */
export const getExampleAddress = (name) => new URL(name, FOLDER);

/** @param {string} name */
export async function fetchExample(name) {
  const answer = await fetch(getExampleAddress(name));
  if (!answer.ok) throw new Error(`the gallery has no ${name}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {string} name */
export async function makeExampleFile(name) {
  return new File([await fetchExample(name)], name);
}
