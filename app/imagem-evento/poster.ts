import { eventFileKey, eventFileUrl } from "@/lib/platform/media/rules";
import type { createPublicClient } from "@/lib/platform/supabase/public";
import { composePostcard, postcardOf } from "@/lib/guide/postcards/rules";
import sharp from "@/lib/platform/sharp";

const FRAME = 8;

type Box = { left: number; top: number; width: number; height: number };

/** The postcard of an event as an SVG. */
export const postcardOfEvent = (slug: string): Buffer =>
  Buffer.from(composePostcard(postcardOf({ biome: "cidade-historica", slug: `evento-${slug}` })));

type Client = Pick<ReturnType<typeof createPublicClient>, "storage">;

/** The uploaded poster of an event; null without one that the client may read. */
export async function readPoster(poster: string | null, client: Client): Promise<Buffer | null> {
  const key = poster && eventFileKey(eventFileUrl(poster));
  const { data } = key ? await client.storage.from("event-files").download(key) : { data: null };
  return data && Buffer.from(await data.arrayBuffer());
}

/** The poster with a white frame in the middle of a box, for `composite` of sharp. */
export async function framedPoster(poster: Buffer, box: Box) {
  const framed = await sharp(poster)
    .resize(box.width - 2 * FRAME, box.height - 2 * FRAME, { fit: "inside" })
    .extend({ top: FRAME, bottom: FRAME, left: FRAME, right: FRAME, background: "#ffffff" })
    .toBuffer({ resolveWithObject: true });
  return {
    input: framed.data,
    left: box.left + Math.round((box.width - framed.info.width) / 2),
    top: box.top + Math.round((box.height - framed.info.height) / 2),
  };
}
