import { deleteArt, storeArt, submitArt } from "@/lib/commerce/ads/mutations";
import { artSchema, MAX_ART_BYTES } from "@/lib/commerce/ads/schema";
import { reencodeArt } from "@/lib/commerce/ads/service";
import type { AdSide } from "@/lib/commerce/ads/rules";
import { linkToken } from "@/lib/platform/links/schema";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { addressCaller, type Caller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS = { "input.invalid": 400 };
const ANSWERS = { received: 200, closed: 409, missing: 404 } as const;

type Client = ReturnType<typeof createServiceClient>;

/** The image of one side, re-encoded by the server; null when none was sent. */
async function drawnSide(form: FormData, side: AdSide, by: Caller): Promise<Buffer | null> {
  const file = form.get(side);
  return file instanceof File && file.size > 0 ? reencodeArt(Buffer.from(await file.arrayBuffer()), side, by) : null;
}

async function keep(client: Client, token: string, form: FormData, by: Caller): Promise<Response> {
  const text = artSchema.safeParse({ alt: form.get("alt"), link: form.get("link"), states: form.getAll("states") });
  if (!text.success)
    return Response.json(
      { code: "input.invalid", fields: text.error.issues.map(({ path }) => String(path[0])) },
      { status: 400 },
    );
  // The token is checked before the images are re-encoded, which is expensive.
  const { data: report } = await client.rpc("read_ad_report", { token });
  if (!report) return Response.json({ outcome: "missing" }, { status: 404 });
  // Both images are re-encoded before one is stored, so that a bad second image leaves no file of the first.
  const [wide, narrow] = [await drawnSide(form, "desktop", by), await drawnSide(form, "mobile", by)];
  const desktop = wide && (await storeArt(client, wide));
  const mobile = narrow && (await storeArt(client, narrow));
  const stored = [desktop, mobile].filter((address) => address !== null);
  try {
    const answer = await submitArt(client, token, { ...text.data, desktop, mobile });
    await deleteArt(client, answer.outcome === "received" ? (answer.replaced ?? []) : stored);
    return Response.json({ outcome: answer.outcome, status: answer.status }, { status: ANSWERS[answer.outcome] });
  } catch (error) {
    await deleteArt(client, stored);
    throw error;
  }
}

/** Saves the art of a banner for the holder of its link: two images, the alt text and the target address. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("adArt", await callerAddress());
    const form = await readFormData(request, MAX_ART_BYTES);
    const token = linkToken.safeParse(form?.get("token"));
    if (!form || !token.success) return Response.json({ outcome: "missing" }, { status: 404 });
    return await keep(createServiceClient(), token.data, form, await addressCaller(request));
  } catch (error) {
    return refusal("ad-art", error, STATUS);
  }
}
