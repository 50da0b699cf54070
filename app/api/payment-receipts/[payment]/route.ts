import { z } from "zod";
import { receiptOf } from "@/lib/commerce/payments/queries";
import { RECEIPT_TYPES } from "@/lib/commerce/payments/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { fileTypeOf } from "@/lib/platform/file-type";

/** A receipt file, for financial managers only; the headers keep its content from running scripts. */
export async function GET(_: Request, { params }: { params: Promise<{ payment: string }> }) {
  const account = await admitAccount((one) => hasPermission(one, "financials"));
  if (account instanceof Response) return account;
  const id = z.uuid().safeParse((await params).payment);
  const receipt = id.success ? await receiptOf(id.data) : null;
  if (!receipt) return new Response(null, { status: 404 });
  const bytes = await receipt.bytes.arrayBuffer();
  const kind = await fileTypeOf(new Uint8Array(bytes), RECEIPT_TYPES);
  return new Response(bytes, {
    headers: {
      "content-type": kind?.mime ?? "application/octet-stream",
      "content-disposition": `${kind?.mime.startsWith("image/") ? "inline" : "attachment"}; filename="comprovante-${id.data}.${kind?.extension ?? "bin"}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "private, no-store",
    },
  });
}
