import { LRUCache } from "lru-cache";
import { runCostly, type Caller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";

/** Rendered images by address; 40 are about 6 MB. Requests for the same address wait for one rendering. */
const images = new LRUCache<string, Promise<Buffer>>({ max: 40, ttl: 3_600_000 });

function renderOnce(address: string, by: Caller, render: () => Promise<Buffer>): Promise<Buffer> {
  // Without the signal: others may wait for the same image.
  const rendering = runCostly("drawing", { caller: by.caller, points: 1 }, render);
  images.set(address, rendering);
  rendering.catch(() => images.delete(address));
  return rendering;
}

async function readImage(address: string, by: Caller, render: () => Promise<Buffer>): Promise<Buffer> {
  const known = images.get(address);
  if (known) return known;
  await takeAttempt("shareImage", by.caller);
  return images.get(address) ?? renderOnce(address, by, render);
}

type Image = { address: string; isCurrent: boolean; render: () => Promise<Buffer> };

/** Answers with the share image at its current address, rendered once; a new rendering counts as an attempt of the caller. */
export async function answerImage({ address, isCurrent, render }: Image, by: Caller): Promise<Response> {
  const picture = await readImage(address, by, render);
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/jpeg",
      // An old address shows the current image, which may change again.
      "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "x-content-type-options": "nosniff",
    },
  });
}
