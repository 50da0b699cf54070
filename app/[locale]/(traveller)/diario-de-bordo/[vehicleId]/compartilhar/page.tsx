import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { LeaveVehicle } from "@/components/garage/sharing/leave-vehicle";
import { SharePage } from "@/components/garage/sharing/share-page";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { pageUrl } from "@/lib/platform/site-url";
import { localePath } from "@/lib/platform/i18n/routing";
import type { createSessionClient } from "@/lib/platform/supabase/session";
import { countHistory, getLastOffer } from "@/lib/garage/sharing/handover/queries";
import { listInvitations, listMembers, listOwnerNames } from "@/lib/garage/sharing/queries";
import { listSaleLinks } from "@/lib/garage/sharing/sale/queries";
import { salePath } from "@/lib/garage/sharing/sale/rules";
import type { Vehicle } from "@/lib/garage/vehicles/queries";
import { LOG_PATH } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/sharing", "metaTitle");

/** Who else sees a car, its sale links and its handover; a member reads that only the owner may, and can leave. */
export default async function ShareVehiclePage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "share");
  return (
    <VehicleFrame vehicle={vehicle} tab="share">
      {vehicle.role === "owner" ? (
        <OwnerPart client={client} vehicle={vehicle} />
      ) : (
        <MemberPart client={client} vehicle={vehicle} />
      )}
    </VehicleFrame>
  );
}

type PartProps = { client: Awaited<ReturnType<typeof createSessionClient>>; vehicle: Vehicle };

async function OwnerPart({ client, vehicle }: PartProps) {
  const [locale, now] = [await getLocale(), Date.now()];
  const [members, invitations, links, offer, counts] = await Promise.all([
    listMembers(client, vehicle.id),
    listInvitations(client, vehicle.id, now),
    listSaleLinks(client, vehicle.id, now),
    getLastOffer(client, vehicle.id, now),
    countHistory(client, vehicle.id),
  ]);
  return (
    <SharePage
      vehicle={{ id: vehicle.id, nickname: vehicle.nickname }}
      members={members}
      invitations={invitations}
      links={links.map(({ token, ...link }) => ({
        ...link,
        url: token && pageUrl(locale, salePath(token)),
      }))}
      offer={offer}
      counts={counts}
    />
  );
}

async function MemberPart({ client, vehicle }: PartProps) {
  const [t, locale] = [await getTranslations("garage/sharing.member"), await getLocale()];
  const name = (await listOwnerNames(client)).get(vehicle.id) ?? "";
  return (
    <Card className="grid gap-3">
      <CardTitle>{t("title", { name })}</CardTitle>
      <p>{t("lead")}</p>
      <p>{t(vehicle.role === "editor" ? "editor" : "viewer")}</p>
      <LeaveVehicle
        vehicle={vehicle.id}
        label={t("leave")}
        confirm={t("confirm", { title: vehicle.nickname })}
        garagePath={localePath(locale, LOG_PATH)}
      />
    </Card>
  );
}
