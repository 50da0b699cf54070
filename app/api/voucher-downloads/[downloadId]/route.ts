import { z } from "zod";
import { deviceVoucher } from "@/app/[locale]/voucher-image";
import { publicHandler } from "@/lib/platform/handler";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getHeldVoucher } from "@/lib/partners/downloads/queries";

/** Answers a downloaded voucher with its QR code, which the device stores. The id is enough to read it, as for its page. */
export const GET = publicHandler(
  {
    name: "voucher-downloads",
    limit: "voucherRead",
    params: z.object({ downloadId: z.uuid() }),
    client: createSessionClient,
    headers: { "cache-control": "private, no-store", "x-robots-tag": "noindex" },
  },
  async ({ params, client }) => {
    const held = await getHeldVoucher(client, params.downloadId);
    return held && deviceVoucher(held);
  },
);
