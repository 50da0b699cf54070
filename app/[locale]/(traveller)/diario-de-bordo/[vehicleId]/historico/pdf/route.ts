import { listEntryFiles } from "@/lib/garage/history/queries";
import { readChoice } from "@/lib/garage/history/rules";
import { drawHistory } from "@/lib/garage/history/service";
import { readLog } from "@/lib/garage/statistics/queries";
import { listDocuments } from "@/lib/garage/vehicles/documents/queries";
import { listParts } from "@/lib/garage/vehicles/parts/queries";
import { getIdentity } from "@/lib/garage/vehicles/queries";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { pictureReader, vehiclePdf } from "../../pdf-answer";
import { historyContent } from "./history-content";

/** The history of a car as PDF. RLS decides what it contains: documents and plate are for the owner only. */
export const GET = vehiclePdf("historico", async ({ client, vehicle, locale }, query) => {
  const choice = readChoice(query);
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
