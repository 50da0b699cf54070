import type { z } from "zod";
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

/** How a handler reads the body of a request. `isFile`: the body is one file. */
export type Body<T> = { isFile?: true; read: (request: Request) => Promise<T> };

/** What a schema makes of input; throws `input.invalid` with the issues as its cause. */
export function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (!result.success) throw new AppError("input.invalid", { cause: result.error });
  return result.data;
}

export const jsonBody = <T>(schema: z.ZodType<T>, maxBytes: number): Body<T> => ({
  read: async (request) => parsed(schema, await readJson(request, maxBytes)),
});

/** A form; of a field that occurs more than once the schema gets the last value. */
export const formBody = <T>(schema: z.ZodType<T>, maxBytes: number): Body<T> => ({
  async read(request) {
    const form = await readFormData(request, maxBytes);
    return parsed(schema, form && Object.fromEntries(form));
  },
});

/** One file: 413 when it is too large, 415 when the handler cannot read it. */
export const fileBody = (maxBytes: number): Body<Buffer> => ({
  isFile: true,
  read: (request) =>
    readBytes(request, maxBytes).catch((cause: unknown) => {
      throw new AppError("file.tooBig", { cause });
    }),
});
