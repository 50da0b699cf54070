import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { type Backend, forward } from "./backend";
import {
  copyResponse,
  type CopyRequest,
  downloadSignatures,
  isSafeKey,
  listPrefix,
  listQuerySchema,
  oneLevel,
} from "./storage-shapes";

const LIST_CEILING = 10_000;
/** Kept short because a signed URL stays valid until it expires, even after the session that created it ended. */
const LONGEST_SIGNATURE_SECONDS = 600;
/** Prevents scripts in stored HTML or SVG files, because they share the site's origin. */
const OBJECT_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
const KEYED_PATH = /^\/storage\/v1\/object\/(?:(?:public|authenticated|sign|info|upload\/sign)\/)*[^/]+\/(.+)$/;

function refuse(message: string): Response {
  return Response.json({ statusCode: "400", error: "InvalidKey", message }, { status: 400 });
}

/** The JSON object of a request; answers 400 to other bodies, which would make Supabase Lite fail. */
async function readObject<T extends object>(c: Context): Promise<T> {
  const body: unknown = await c.req.json();
  if (typeof body !== "object" || body === null) throw new HTTPException(400, { message: "A JSON object is needed" });
  return body as T;
}

function rewrite(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}

/** Extracts the file from supabase-js's form with an unnamed field; Supabase Lite expects the bytes. */
async function unwrapUpload(request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  let bytes: Uint8Array<ArrayBuffer>;
  if (headers.get("content-type")?.startsWith("multipart/form-data")) {
    const form = await request.formData().catch(() => {
      throw new HTTPException(400, { message: "The form could not be read" });
    });
    const file = [...form.values()].find((value) => typeof value !== "string");
    const cacheControl = form.get("cacheControl");
    bytes = file ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    headers.set("content-type", file?.type || "application/octet-stream");
    if (typeof cacheControl === "string") headers.set("cache-control", `max-age=${Number(cacheControl) || 0}`);
  } else {
    bytes = new Uint8Array(await request.arrayBuffer());
  }
  headers.set("content-length", String(bytes.byteLength)); // the size limit is checked against this header
  return new Request(request.url, { method: request.method, headers, body: bytes });
}

function protectObject(request: Request, answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set("content-security-policy", OBJECT_POLICY);
  headers.set("x-content-type-options", "nosniff");
  const eTag = headers.get("etag");
  if (eTag && request.headers.get("if-none-match") === eTag) {
    void answer.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  return new Response(answer.body, { status: answer.status, headers });
}

function hasSafeKeys({ sourceKey, destinationKey }: CopyRequest): boolean {
  return [sourceKey, destinationKey].every((key) => typeof key === "string" && isSafeKey(key));
}

async function transfer(backend: Backend, c: Context, action: "copy" | "move"): Promise<Response> {
  const body = await readObject<CopyRequest>(c);
  if (!hasSafeKeys(body)) return refuse("Invalid key");
  const answer = await forward(backend, c.req.raw, JSON.stringify(body));
  return answer.ok && action === "copy" ? rewrite(answer, copyResponse(body, await answer.json())) : answer;
}

/** Converts Supabase Lite's storage responses to the format of supabase-js. */
export function storageRoutes(backend: Backend): Hono {
  const routes = new Hono();

  routes.use("/object/*", async (c, next) => {
    const key = KEYED_PATH.exec(new URL(c.req.url).pathname)?.[1];
    const isListing = c.req.path.startsWith("/storage/v1/object/list/");
    if (key && !isListing && !isSafeKey(key)) return refuse(`Invalid key: ${key}`);
    await next();
  });

  // Supabase Lite answers 500 to an invalid token.
  routes.use("/object/*", async (c, next) => {
    await next();
    if (c.req.query("token") !== undefined && c.res.status === 500)
      c.res = Response.json({ statusCode: "400", error: "InvalidJWT", message: "Invalid token" }, { status: 400 });
  });

  routes.post("/object/list/:bucket", async (c) => {
    const parsed = listQuerySchema.safeParse(await readObject(c));
    if (!parsed.success) return refuse("The listing's body is not valid");
    const query = parsed.data;
    const body = JSON.stringify({ prefix: listPrefix(query), limit: LIST_CEILING, offset: 0, sortBy: query.sortBy });
    const answer = await forward(backend, c.req.raw, body);
    return answer.ok ? rewrite(answer, oneLevel(await answer.json(), query)) : answer;
  });

  for (const action of ["copy", "move"] as const) {
    routes.post(`/object/${action}`, async (c) => transfer(backend, c, action));
  }

  // A signed upload URL would allow writes after the session ended; the portal uses none.
  routes.all("/object/upload/sign/*", () => refuse("Signed uploads are not offered"));

  routes.post("/object/sign/*", async (c) => {
    const body = await readObject<{ expiresIn?: unknown }>(c);
    if (!(Number(body.expiresIn) <= LONGEST_SIGNATURE_SECONDS))
      return refuse(`expiresIn is at most ${LONGEST_SIGNATURE_SECONDS}`);
    const answer = await forward(backend, c.req.raw, JSON.stringify(body));
    return answer.ok ? rewrite(answer, downloadSignatures(await answer.json())) : answer;
  });

  routes.on(["POST", "PUT"], "/object/*", async (c) => backend.app.fetch(await unwrapUpload(c.req.raw)));
  routes.get("/object/info/*", (c) => forward(backend, c.req.raw));
  routes.get("/object/*", async (c) => protectObject(c.req.raw, await forward(backend, c.req.raw)));
  routes.all("*", (c) => forward(backend, c.req.raw));
  return routes;
}
