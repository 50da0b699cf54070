import { listEntryFiles } from "@/lib/garage/history/queries";
import { readChoice } from "@/lib/garage/history/rules";
import { drawHistory } from "@/lib/garage/history/service";
import { readLog } from "@/lib/garage/statistics/queries";
import { listDocuments } from "@/lib/garage/vehicles/documents/queries";
import { listParts } from "@/lib/garage/vehicles/parts/queries";
import { getIdentity } from "@/lib/garage/vehicles/queries";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { pdfAnswer, pictureReader, type PdfProps } from "../../pdf-answer";
import { historyContent } from "./history-content";

/** The history of a car as PDF. RLS decides what it contains: documents and plate are for the owner only. */
export function GET(request: Request, props: PdfProps): Promise<Response> {
  const choice = readChoice(new URL(request.url).searchParams);
  return pdfAnswer(request, props, "historico", async ({ client, vehicle, locale }) => {
    const [log, files, documents, parts, identity] = await Promise.all([
      readLog(client, vehicle.id),
      choice.receipts ? listEntryFiles(client, vehicle.id) : [],
      listDocuments(client, vehicle.id),
      listParts(client, vehicle.id),
      choice.plate ? getIdentity(client, vehicle.id) : null,
    ]);
    const read = pictureReader(client, createServiceClient());
    const data = { vehicle, log, files, documents, parts, plate: identity?.plate ?? "", read };
    return drawHistory(await historyContent(data, choice, locale));
  });
}
