import { z } from "zod";
import { runCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { withoutAccents } from "@/lib/platform/slug";
import { writeCsv } from "@/lib/garage/csv/files/rules";
import { CSV_FORMATS } from "@/lib/garage/csv/rules";
import { readLog } from "@/lib/garage/statistics/queries";
import { getVehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

const fileName = (name: string) =>
  withoutAccents(name)
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase();

/** The log of a car as a CSV file, for the people who may read it. */
export const GET = accountHandler(
  {
    name: "vehicle-csv",
    params: z.object({ vehicle: z.string().refine(isVehicleId), format: z.enum(CSV_FORMATS) }),
  },
  async ({ account, client, params: { vehicle: id, format }, by }) => {
    const vehicle = await getVehicle(client, account.id, id);
    if (!vehicle) return null;
    const car = { name: vehicle.nickname, tankLitres: vehicle.tank_litres };
    const csv = await runCostly("export", { ...by, points: 1 }, async () =>
      writeCsv(await readLog(client, id), format, car),
    );
    return new Response(csv, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="diario-${fileName(vehicle.nickname)}-${format}.csv"`,
      },
    });
  },
);
