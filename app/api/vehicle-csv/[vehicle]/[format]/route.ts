import { admitAccount } from "@/lib/platform/auth/guard";
import { accountCaller, runCostly } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { withoutAccents } from "@/lib/platform/slug";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { writeCsv } from "@/lib/garage/csv/files/rules";
import { CSV_FORMATS } from "@/lib/garage/csv/rules";
import { readLog } from "@/lib/garage/statistics/queries";
import { getVehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

type Context = { params: Promise<{ vehicle: string; format: string }> };

const fileName = (name: string) =>
  withoutAccents(name)
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase();

/** The log of a car as a CSV file, for the people who may read it. */
export async function GET(request: Request, { params }: Context) {
  const account = await admitAccount(() => true);
  if (account instanceof Response) return account;
  const { vehicle: id, format: asked } = await params;
  const format = CSV_FORMATS.find((one) => one === asked);
  const client = await createSessionClient();
  const vehicle = format && isVehicleId(id) ? await getVehicle(client, account.id, id) : null;
  if (!format || !vehicle) return new Response(null, { status: 404 });
  const car = { name: vehicle.nickname, tankLitres: vehicle.tank_litres };
  const job = { ...accountCaller(account, request), points: 1 };
  return withRefusals("vehicle-csv", async () => {
    const csv = await runCostly("export", job, async () => writeCsv(await readLog(client, id), format, car));
    return new Response(csv, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="diario-${fileName(vehicle.nickname)}-${format}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  });
}
