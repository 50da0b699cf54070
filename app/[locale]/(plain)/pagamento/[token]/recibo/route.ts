import { createServiceClient } from "@/lib/platform/supabase/service";
import { receiptFile } from "../../../../contract-file";
import { saleDocument } from "../sale-document";

export const dynamic = "force-dynamic";

/** The receipt of a paid sale as a PDF. */
export const GET = saleDocument(createServiceClient, (_client, contract, by) => receiptFile(contract, by));
