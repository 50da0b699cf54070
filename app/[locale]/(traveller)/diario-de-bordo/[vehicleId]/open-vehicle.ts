import { notFound } from "next/navigation";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getVehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId, opensPage, vehiclePath, type VehiclePage } from "@/lib/garage/vehicles/rules";

/** Access check of a page of a car: the sign-in page without an account, 404 for a car or page that the account may not read. */
export async function openVehicle(vehicleId: string, page: VehiclePage) {
  const account = await requireAccount(vehiclePath(vehicleId, page));
  const client = await createSessionClient();
  const vehicle = isVehicleId(vehicleId) ? await getVehicle(client, account.id, vehicleId) : null;
  if (!vehicle || !opensPage(vehicle.role, page)) notFound();
  return { account, client, vehicle: { ...vehicle, reader: account.id } };
}
