import { z } from "zod";
import { admitAccount } from "@/lib/platform/auth/guard";
import { readBytes } from "@/lib/platform/body";
import { accountCaller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { addVoucherImage } from "@/lib/partners/vouchers/mutations";
import { MAX_IMAGE_BYTES } from "@/lib/partners/vouchers/rules";

const STATUS = { "input.invalid": 415 };

/** Stores the image of an offer, re-encoded without camera metadata, for people of the place `?lugar=`; returns its address. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("voucherImage", account.id);
    const place = z.guid().safeParse(new URL(request.url).searchParams.get("lugar"));
    if (!place.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const upload = await readBytes(request, MAX_IMAGE_BYTES).catch(() => null);
    if (!upload) return Response.json({ code: "file.tooBig" }, { status: 413 });
    const clients = { session: await createSessionClient(), service: createServiceClient() };
    const image = {
      account: account.id,
      place: place.data,
      bytes: await reencodePhoto(upload, accountCaller(account, request)),
    };
    const added = await addVoucherImage(clients, image);
    if (!added) return Response.json({ code: "access.denied" }, { status: 403 });
    return added === "full" ? Response.json({ code: "full" }, { status: 409 }) : Response.json(added, { status: 201 });
  } catch (error) {
    return refusal("voucher-images", error, STATUS);
  }
}
