import { z } from "zod";
import { receiptOf } from "@/lib/commerce/payments/queries";
import { RECEIPT_TYPES } from "@/lib/commerce/payments/rules";
import { fileTypeOf } from "@/lib/platform/file-type";
import { accountHandler } from "@/lib/platform/handler";
import { storedFile } from "@/lib/platform/stored-file";

/** A receipt file, for financial managers only. */
export const GET = accountHandler(
  { name: "payment-receipt", permission: "financials", params: z.object({ payment: z.uuid() }) },
  async ({ params: { payment } }) => {
    const receipt = await receiptOf(payment);
    if (!receipt) return null;
    const bytes = await receipt.bytes.arrayBuffer();
    const kind = await fileTypeOf(new Uint8Array(bytes), RECEIPT_TYPES);
    return storedFile(bytes, {
      type: kind?.mime ?? "application/octet-stream",
      name: `comprovante-${payment}.${kind?.extension ?? "bin"}`,
    });
  },
);
