import "server-only";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { AppError } from "./error";

/** Names of actions and parts that run code (ISO 32000-2, 12.6.4, 12.6.4.17, 13.6, 13.7 and annex on XFA forms). */
const ACTIVE = /\/(?:JavaScript|Launch|Rendition|RichMedia|OnInstantiate|XFA)(?![^\s()<>[\]{}/%\0])/;
/** Found in compressed data by chance, so this key and its value count outside of streams only. */
const SCRIPT = /\/JS\s*[(<\d]/;
const ESCAPED_NAME = /\/[^\s()<>[\]{}/%\0]*#[0-9a-f]{2}[^\s()<>[\]{}/%\0]*/gi;
const STREAM = /\bstream[ \t]*(?:\r\n|\r|\n)/g;
const STREAM_DATA = /\bstream[ \t]*[\r\n][\s\S]*?endstream/g;
/** The dictionary before a stream is not longer than this in files of known programs. */
const DICTIONARY_LENGTH = 4096;
/** Keys of a stream that contains other objects (ISO 32000-2, 7.5.7). */
const OBJECT_STREAM = /\/ObjStm\b|\/First\b/;
const MAX_STREAMS = 20_000;
const MAX_INFLATED = 32 * 1024 * 1024;

const inflateAsync = promisify(inflate);

/** A name may contain each character as `#` and its code: `/J#53` is `/JS`. */
const withoutEscapes = (text: string) =>
  text.replace(ESCAPED_NAME, (name) =>
    name.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  );

const isActive = (text: string) => ACTIVE.test(text) || SCRIPT.test(text);

/** The objects of compressed object streams; null when one of them has another encoding or they are too large. */
async function objectsInStreams(bytes: Buffer, text: string): Promise<string[] | null> {
  const objects: string[] = [];
  let [left, streams] = [MAX_INFLATED, 0];
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    if (++streams > MAX_STREAMS) return null;
    const dictionary = withoutEscapes(text.slice(Math.max(0, index - DICTIONARY_LENGTH), index));
    const own = dictionary.slice(dictionary.lastIndexOf("endobj") + 1);
    if (!OBJECT_STREAM.test(own)) continue;
    const data = await inflateAsync(bytes.subarray(index + keyword.length), { maxOutputLength: left }).catch(
      () => null,
    );
    // Without a filter the objects are readable in the file itself.
    if (!data && own.includes("/Filter")) return null;
    if (!data) continue;
    if (own.includes("/Predictor")) return null;
    left -= data.length;
    if (left <= 0) return null;
    objects.push(data.toString("latin1"));
  }
  return objects;
}

/** Throws `pdf.active` for a PDF with scripts or actions that start programs, and for one that cannot be searched for them. */
export async function requireInactivePdf(bytes: Buffer): Promise<void> {
  const text = bytes.toString("latin1");
  const names = withoutEscapes(text);
  const isOpen = !ACTIVE.test(names) && !SCRIPT.test(names.replace(STREAM_DATA, "stream"));
  const objects = isOpen ? await objectsInStreams(bytes, text) : null;
  if (!objects || objects.some((part) => isActive(withoutEscapes(part)))) throw new AppError("pdf.active");
}
