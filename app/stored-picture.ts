import { cookies } from "next/headers";
import { SESSION_COOKIE_NAME } from "@/lib/platform/auth/cookies";
import { hasSignature } from "@/lib/platform/signed-path";
import { createPublicClient } from "@/lib/platform/supabase/public";
import type { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

type Bucket = "event-files" | "voucher-images" | "ad-art";
type Service = ReturnType<typeof createServiceClient>;

const PUBLIC = "public, max-age=31536000, immutable";
const PRIVATE = "private, no-store";

/** A file that visitors may read; before its approval one that the account or the signature of the address opens. */
async function read(request: Request, bucket: Bucket, key: string, openService: () => Service) {
  const { data: shown } = await createPublicClient(null).storage.from(bucket).download(key);
  if (shown) return { data: shown, cache: PUBLIC };
  const isSigned = hasSignature(new URL(request.url));
  const hasSession = (await cookies()).getAll().some(({ name }) => name.startsWith(SESSION_COOKIE_NAME));
  if (!isSigned && !hasSession) return null;
  const client = isSigned ? openService() : await createSessionClient();
  const { data } = await client.storage.from(bucket).download(key);
  return data && { data, cache: PRIVATE };
}

/**
 * Answers a stored picture or PDF. Names are never reused, so a file of something approved is cached as immutable; the
 * database decides who reads the others.
 */
export async function answerStoredFile(
  request: Request,
  bucket: Bucket,
  key: string | null,
  openService: () => Service,
): Promise<Response> {
  const found = key ? await read(request, bucket, key, openService) : null;
  if (!key || !found) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(found.data, {
    headers: {
      "content-type": key.endsWith(".pdf") ? "application/pdf" : "image/webp",
      "cache-control": found.cache,
      "x-content-type-options": "nosniff",
    },
  });
}
