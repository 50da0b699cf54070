import { z } from "zod";
import { fileBody } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { accountHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { addVoucherImage } from "@/lib/partners/vouchers/mutations";
import { MAX_IMAGE_BYTES } from "@/lib/partners/vouchers/rules";

/** Stores the image of an offer, re-encoded without camera metadata, for people of the place `?lugar=`; returns its address. */
export const POST = accountHandler(
  {
    name: "voucher-images",
    limit: "voucherImage",
    query: z.object({ lugar: z.guid() }),
    body: fileBody(MAX_IMAGE_BYTES),
  },
  async ({ account, client, query: { lugar: place }, body, by }) => {
    const image = { account: account.id, place, bytes: await reencodePhoto(body, by) };
    const added = await addVoucherImage({ session: client, service: createServiceClient() }, image);
    if (!added) throw new AppError("access.denied");
    return added === "full" ? refused("full") : Response.json(added, { status: 201 });
  },
);
