import { createServiceClient } from "@/lib/platform/supabase/service";
import { contractFile } from "../../../../contract-file";
import { saleDocument } from "../sale-document";

export const dynamic = "force-dynamic";

/** The signed contract as a PDF. */
export const GET = saleDocument(createServiceClient, contractFile);
