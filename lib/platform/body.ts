import { AppError } from "./error";

/** Reads a request body up to `maxBytes`; throws `input.invalid` for a larger one. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes)
    throw new AppError("input.invalid", { detail: "body too large" });
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > maxBytes) throw new AppError("input.invalid", { detail: "body too large" });
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Reads a form of up to `maxBytes`; null when the body is not a form. */
export async function readFormData(request: Request, maxBytes: number): Promise<FormData | null> {
  const body = await readBytes(request, maxBytes);
  const type = request.headers.get("content-type") ?? "";
  return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData().catch(() => null);
}

/** Reads JSON of up to `maxBytes`; throws `input.invalid` for a larger or invalid body. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const body = await readBytes(request, maxBytes);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new AppError("input.invalid", { detail: "not JSON" });
  }
}
