import { Link } from "@/components/ui/link";
import { getLocale, getMessages } from "next-intl/server";
import { SaveTripChecklist } from "@/components/garage/checklists/save-trip-checklist";
import { getTravelChecklist } from "@/lib/guide/checklists/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { SAVE_TRIP_PATH } from "@/lib/garage/checklists/rules";
import { listVehicles } from "@/lib/garage/vehicles/queries";
import { LOG_PATH } from "@/lib/garage/vehicles/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/checklists", "save.title");

/** Saves the ticks of the public travel checklist, which are on the device, as a checklist of a car. */
export default async function SaveTripPage() {
  const account = await requireAccount(SAVE_TRIP_PATH);
  const [locale, messages, client] = [await getLocale(), await getMessages(), await createSessionClient()];
  const [vehicles, sections] = await Promise.all([listVehicles(client, account.id), getTravelChecklist(locale)]);
  const texts = messages["garage/checklists"].save;
  const cars = vehicles.filter(({ role }) => role !== "viewer").map(({ id, nickname }) => ({ id, nickname }));
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-4 py-8">
      <h1 className="display-1">{texts.title}</h1>
      <p>{texts.lead}</p>
      {cars.length === 0 ? (
        <p>
          {texts.noCars}{" "}
          <Link href={LOG_PATH} className="underline">
            {texts.addCar}
          </Link>
        </p>
      ) : sections.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <SaveTripChecklist
          cars={cars}
          sections={sections}
          owner={account.id}
          title={messages["guide/checklists"].title}
          texts={texts}
          notStored={messages["garage/checklists"].home.notStored}
          locale={locale}
        />
      )}
    </main>
  );
}
