import { brazilianDay } from "@/lib/platform/dates";
import type { createSessionClient } from "@/lib/platform/supabase/session";
import { getSettings } from "@/lib/platform/settings/queries";
import { getDossier, listDossierPhotos } from "@/lib/garage/history/dossier/queries";
import { ageOf, missingSlots, requirementsOf } from "@/lib/garage/history/dossier/rules";
import { listDocuments } from "@/lib/garage/vehicles/documents/queries";
import { getIdentity, type Vehicle } from "@/lib/garage/vehicles/queries";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** The dossier of a car and what it lacks, as far as the account may read it. */
export async function dossierData(client: Client, vehicle: Vehicle) {
  const isOwner = vehicle.role === "owner";
  const [dossier, photos, documents, identity, { cvcol_points: minimum }] = await Promise.all([
    getDossier(client, vehicle.id),
    listDossierPhotos(client, vehicle.id),
    isOwner ? listDocuments(client, vehicle.id) : [],
    isOwner ? getIdentity(client, vehicle.id) : null,
    getSettings(),
  ]);
  const today = brazilianDay(Date.now());
  const slots = photos.map(({ slot }) => slot);
  const certificate = { number: identity?.cvcol_number ?? "", expires_on: identity?.cvcol_expires_on ?? null };
  const papers = { plate: identity?.plate ?? "", chassis: identity?.chassis ?? "", documents, certificate };
  const facts = {
    yearMade: vehicle.year_made,
    points: dossier,
    minimum,
    club: dossier?.club ?? "",
    slots,
    papers: isOwner ? papers : null,
  };
  return {
    dossier,
    photos,
    identity,
    minimum,
    age: ageOf(vehicle.year_made, today),
    missing: missingSlots(slots),
    requirements: requirementsOf(facts, today),
    today,
  };
}
