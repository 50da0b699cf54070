import { deleteArt, storeArt, submitArt } from "@/lib/commerce/ads/mutations";
import { artSchema, MAX_ART_BYTES } from "@/lib/commerce/ads/schema";
import { reencodeArt } from "@/lib/commerce/ads/service";
import type { AdSide } from "@/lib/commerce/ads/rules";
import { linkToken } from "@/lib/platform/links/schema";
import { readFormData } from "@/lib/platform/body";
import type { Caller } from "@/lib/platform/costs";
import { tokenHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** The image of one side, re-encoded by the server; null when none was sent. */
async function drawnSide(form: FormData, side: AdSide, by: Caller): Promise<Buffer | null> {
  const file = form.get(side);
  return file instanceof File && file.size > 0 ? reencodeArt(Buffer.from(await file.arrayBuffer()), side, by) : null;
}

/** Saves the art of a banner for the holder of its link: two images, the alt text and the target address. */
export const POST = tokenHandler(
  {
    name: "ad-art",
    limit: "adArt",
    body: { read: (request) => readFormData(request, MAX_ART_BYTES) },
    client: createServiceClient,
    // The token is checked before the images are re-encoded, which is expensive.
    async open({ body: form, client }) {
      const token = linkToken.safeParse(form?.get("token"));
      if (!form || !token.success) return null;
      const { data: report } = await client.rpc("read_ad_report", { token: token.data });
      return report ? { form, token: token.data } : null;
    },
    refuse: ({ code, details }) =>
      code === "missing" || code === "closed" ? { outcome: code, ...details } : { code, ...details },
  },
  async ({ opened: { form, token }, client, by }) => {
    const text = artSchema.safeParse({ alt: form.get("alt"), link: form.get("link"), states: form.getAll("states") });
    if (!text.success)
      return refused("input.invalid", { fields: text.error.issues.map(({ path }) => String(path[0])) });
    // Both images are re-encoded before one is stored, so that a bad second image leaves no file of the first.
    const [wide, narrow] = [await drawnSide(form, "desktop", by), await drawnSide(form, "mobile", by)];
    const desktop = wide && (await storeArt(client, wide));
    const mobile = narrow && (await storeArt(client, narrow));
    const stored = [desktop, mobile].filter((address) => address !== null);
    const answer = await submitArt(client, token, { ...text.data, desktop, mobile }).catch(async (error: unknown) => {
      await deleteArt(client, stored);
      throw error;
    });
    await deleteArt(client, answer.outcome === "saved" ? answer.replaced : stored);
    if (answer.outcome === "saved") return { outcome: answer.outcome, status: answer.status };
    return refused(answer.outcome === "gone" ? "missing" : answer.reason);
  },
);
