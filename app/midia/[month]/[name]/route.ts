import { issueFileKey } from "@/lib/guide/magazines/rules";
import { pictureKey } from "@/lib/platform/media/rules";
import { createPublicClient } from "@/lib/platform/supabase/public";

/** The bucket and the key of the file behind an address. */
function fileAt(address: string) {
  const picture = pictureKey(address);
  if (picture) return { bucket: "media", key: picture, type: "image/webp" };
  const key = issueFileKey(address);
  return key && { bucket: "magazine-files", key, type: "application/pdf" };
}

/** An image of the site or the PDF of an issue from its public bucket; names are never reused, so it is cached as immutable. */
export async function GET(_request: Request, { params }: { params: Promise<{ month: string; name: string }> }) {
  const { month, name } = await params;
  const file = fileAt(`/midia/${month}/${name}`);
  const { data } = file ? await createPublicClient(null).storage.from(file.bucket).download(file.key) : { data: null };
  if (!file || !data) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(data, {
    headers: {
      "content-type": file.type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}
