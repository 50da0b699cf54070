import { admitAccount } from "@/lib/platform/auth/guard";
import type { Account } from "@/lib/platform/auth/account";
import { accountCaller, runCostly } from "@/lib/platform/costs";
import { isLocale, type Locale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { withRefusals } from "@/lib/platform/refusal";
import { withoutAccents } from "@/lib/platform/slug";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { shrinkPicture } from "@/lib/garage/history/service";
import { readVehicleFile } from "@/lib/garage/vehicles/mutations";
import { getVehicle, type Vehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

export type PdfProps = { params: Promise<{ locale: string; vehicleId: string }> };
type Client = Awaited<ReturnType<typeof createSessionClient>>;
export type Opened = { account: Account; client: Client; vehicle: Vehicle; locale: Locale };

/** Cost of a document with up to 40 pictures. */
const POINTS = 4;

const fileName = (name: string) =>
  withoutAccents(name)
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase();

/** Answers with a PDF about a car, for the people who may read the car. */
export async function pdfAnswer(
  request: Request,
  { params }: PdfProps,
  name: string,
  draw: (opened: Opened) => Promise<Buffer>,
): Promise<Response> {
  const account = await admitAccount(() => true);
  if (account instanceof Response) return account;
  const { locale, vehicleId } = await params;
  const client = await createSessionClient();
  const vehicle = isVehicleId(vehicleId) ? await getVehicle(client, account.id, vehicleId) : null;
  if (!vehicle || !isLocale(locale)) return new Response(null, { status: 404 });
  return withRefusals("vehicle-pdf", async () => {
    await takeAttempt("vehiclePdf", account.id);
    const job = { ...accountCaller(account, request), points: POINTS };
    const file = await runCostly("drawing", job, () => draw({ account, client, vehicle, locale }));
    return new Response(new Uint8Array(file), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${name}-${fileName(vehicle.nickname)}.pdf"`,
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex",
      },
    });
  });
}

/** Reads a photo or receipt of a car as a small JPEG; null for a PDF and for a file that the account may not read. */
export function pictureReader(client: Client, service: Parameters<typeof readVehicleFile>[1]) {
  return async (file: string) => {
    const found = await readVehicleFile(client, service, file);
    return found && found.extension !== "pdf" ? shrinkPicture(found.bytes) : null;
  };
}
