import { MAX_FILE_BYTES } from "@/lib/garage/vehicles/rules";

export type ChosenFile = { id: string; name: string; blob: Blob };

const MAX_SIDE = 2000;
const SMALL_BYTES = 1_000_000;
export const MAX_FILES = 5;

/** A photo scaled down before it is stored on the device; the file itself when this device cannot decode it. */
async function shrink(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/") || file.size <= SMALL_BYTES) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((drawn) => resolve(drawn ?? file), "image/jpeg", 0.85));
}

/** Reads chosen files; a file of the phone may be gone later, so its bytes are copied. Names what is too large. */
export async function readFiles(files: Iterable<File>): Promise<{ chosen: ChosenFile[]; tooLarge: string[] }> {
  const [chosen, tooLarge]: [ChosenFile[], string[]] = [[], []];
  for (const file of files) {
    const small = await shrink(file);
    const blob = new Blob([await small.arrayBuffer()], { type: small.type });
    if (blob.size > MAX_FILE_BYTES) tooLarge.push(file.name);
    else chosen.push({ id: crypto.randomUUID(), name: file.name.slice(0, 120), blob });
  }
  return { chosen, tooLarge };
}
