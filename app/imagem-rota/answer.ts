import { LRUCache } from "lru-cache";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";

/** Rendered images by address; 40 are about 6 MB. Requests for the same address wait for one rendering. */
const images = new LRUCache<string, Promise<Buffer>>({ max: 40, ttl: 3_600_000 });

function renderOnce(address: string, render: () => Promise<Buffer>): Promise<Buffer> {
  const rendering = render();
  images.set(address, rendering);
  rendering.catch(() => images.delete(address));
  return rendering;
}

export const notFound = () => new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });

/** Answers with the share image at its current address, rendered once; a new rendering counts as an attempt of the caller. */
export async function answerImage(
  address: string,
  isCurrent: boolean,
  render: () => Promise<Buffer>,
): Promise<Response> {
  try {
    if (!images.has(address)) await takeAttempt("shareImage", await callerAddress());
  } catch (error) {
    if (error instanceof AppError) return new Response("Too many requests", { status: 429 });
    throw error;
  }
  const picture = await (images.get(address) ?? renderOnce(address, render));
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/jpeg",
      // An old address shows the current image, which may change again.
      "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "x-content-type-options": "nosniff",
    },
  });
}
