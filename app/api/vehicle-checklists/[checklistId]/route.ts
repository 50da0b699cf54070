import { admitAccount } from "@/lib/platform/auth/guard";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getChecklist } from "@/lib/garage/checklists/queries";
import type { ReadChecklistAnswer } from "@/lib/garage/checklists/schema";
import { getVehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

const STATUS: Partial<Record<string, number>> = { "rate.limited": 429 };
const HEADERS = { "cache-control": "private, no-store" };

async function read(account: string, id: string): Promise<ReadChecklistAnswer | null> {
  const client = await createSessionClient();
  const checklist = isVehicleId(id) ? await getChecklist(client, id) : null;
  const vehicle = checklist && (await getVehicle(client, account, checklist.vehicle_id));
  return vehicle && { owner: account, canEdit: vehicle.role !== "viewer", checklist };
}

/** A checklist for the device that fills it in. */
export async function GET(_request: Request, { params }: { params: Promise<{ checklistId: string }> }) {
  try {
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("vehicleEntries", account.id);
    const found = await read(account.id, (await params).checklistId);
    return found ? Response.json(found, { headers: HEADERS }) : new Response(null, { status: 404, headers: HEADERS });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("vehicle-checklists", error);
    return Response.json({ code }, { status, headers: HEADERS });
  }
}
