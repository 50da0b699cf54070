import { z } from "zod";
import type { Account } from "@/lib/platform/auth/account";
import { runCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import type { Locale } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { withoutAccents } from "@/lib/platform/slug";
import type { createSessionClient } from "@/lib/platform/supabase/session";
import { shrinkPicture } from "@/lib/garage/history/service";
import { readVehicleFile } from "@/lib/garage/vehicles/mutations";
import { getVehicle, type Vehicle } from "@/lib/garage/vehicles/queries";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
export type Opened = { account: Account; client: Client; vehicle: Vehicle; locale: Locale };

/** Cost of a document with up to 40 pictures. */
const POINTS = 4;

const fileName = (name: string) =>
  withoutAccents(name)
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase();

/** Answers with a PDF about a car, for the people who may read the car. */
export const vehiclePdf = (name: string, draw: (opened: Opened, query: URLSearchParams) => Promise<Buffer>) =>
  accountHandler(
    {
      name: "vehicle-pdf",
      limit: "vehiclePdf",
      params: z.object({ locale: z.enum(LOCALES), vehicleId: z.string().refine(isVehicleId) }),
      headers: { "x-robots-tag": "noindex" },
    },
    async ({ request, params: { locale, vehicleId }, account, client, by }) => {
      const vehicle = await getVehicle(client, account.id, vehicleId);
      if (!vehicle) return null;
      const query = new URL(request.url).searchParams;
      const file = await runCostly("drawing", { ...by, points: POINTS }, () =>
        draw({ account, client, vehicle, locale }, query),
      );
      return new Response(new Uint8Array(file), {
        headers: {
          "content-type": "application/pdf",
          "content-disposition": `inline; filename="${name}-${fileName(vehicle.nickname)}.pdf"`,
        },
      });
    },
  );

/** Reads a photo or receipt of a car as a small JPEG; null for a PDF and for a file that the account may not read. */
export function pictureReader(client: Client, service: Parameters<typeof readVehicleFile>[1]) {
  return async (file: string) => {
    const found = await readVehicleFile(client, service, file);
    return found && found.extension !== "pdf" ? shrinkPicture(found.bytes) : null;
  };
}
