import { createServiceClient } from "@/lib/platform/supabase/service";
import { receiptFile } from "../../../../contract-file";
import { saleDocument } from "../sale-document";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ locale: string; token: string }> };

/** The receipt of a paid sale as a PDF. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  return saleDocument(createServiceClient(), await params, (_client, contract, by) => receiptFile(contract, by));
}
