import { AppError } from "./error";

/** The body of a request no larger than `maxBytes`; a larger one is `input.invalid`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new AppError("input.invalid", { detail: "body too large" });
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

/** The form of a request no larger than `maxBytes`; null for a body that is no form. */
export async function readFormData(request: Request, maxBytes: number): Promise<FormData | null> {
  const body = await readBytes(request, maxBytes);
  const type = request.headers.get("content-type") ?? "";
  return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData().catch(() => null);
}

/** The JSON of a request no larger than `maxBytes`; anything else is `input.invalid`. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const body = await readBytes(request, maxBytes);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new AppError("input.invalid", { detail: "not JSON" });
  }
}
