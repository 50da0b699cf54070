import { z } from "zod";
import { accountHandler } from "@/lib/platform/handler";
import { getChecklist } from "@/lib/garage/checklists/queries";
import type { ReadChecklistAnswer } from "@/lib/garage/checklists/schema";
import { getVehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

/** A checklist for the device that fills it in. */
export const GET = accountHandler(
  {
    name: "vehicle-checklists",
    limit: "vehicleEntries",
    params: z.object({ checklistId: z.string().refine(isVehicleId) }),
  },
  async ({ params, account, client }) => {
    const checklist = await getChecklist(client, params.checklistId);
    const vehicle = checklist && (await getVehicle(client, account.id, checklist.vehicle_id));
    if (!vehicle) return null;
    const answer: ReadChecklistAnswer = { owner: account.id, canEdit: vehicle.role !== "viewer", checklist };
    return answer;
  },
);
