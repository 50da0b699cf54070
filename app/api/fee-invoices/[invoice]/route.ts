import { z } from "zod";
import { feeInvoiceFile } from "@/app/[locale]/fee-invoice-file";
import { getFeeInvoice } from "@/lib/commerce/fees/queries";
import { accountHandler } from "@/lib/platform/handler";

/** An invoice of the fee of an event for its treasurer and for the team: RLS decides who can read it. */
export const GET = accountHandler(
  { name: "fee-invoices", params: z.object({ invoice: z.guid() }) },
  async ({ params, by }) => {
    const invoice = await getFeeInvoice(params.invoice);
    return invoice && feeInvoiceFile(invoice, by);
  },
);
