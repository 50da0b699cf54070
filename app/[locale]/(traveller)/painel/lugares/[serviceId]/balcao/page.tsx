import { notFound } from "next/navigation";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { z } from "zod";
import { SystemSection } from "@/components/ui/system-page";
import { DeviceList } from "@/components/platform/readings/device-list";
import { DevicePanel } from "@/components/platform/readings/device-panel";
import { buttonClass } from "@/components/ui/button-class";
import { PinSetting } from "@/components/partners/desk/pin-setting";
import { requireAccount } from "@/lib/platform/auth/guard";
import { formatDay } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { enrolVoucherDeviceAction, revokeVoucherDeviceAction } from "@/lib/partners/desk/actions";
import { listVoucherDevices, readDeskPlace, readPinTime } from "@/lib/partners/desk/queries";
import { deskPath, readerPath } from "@/lib/partners/desk/rules";
import { MAX_DEVICE_DAYS } from "@/lib/partners/desk/schema";
import { placeVouchersPath } from "@/lib/partners/vouchers/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("partners/desk", "title");

/** The desk of a place for its people: PIN, devices, and the link to the reader. */
export default async function DeskPage({ params }: { params: Promise<{ serviceId: string }> }) {
  const { serviceId } = await params;
  const account = await requireAccount(deskPath(serviceId));
  const place = z.uuid().safeParse(serviceId).success ? await readDeskPlace(serviceId, account) : null;
  if (!place?.role) notFound();
  const [t, locale] = [await getTranslations("partners/desk"), await getLocale()];
  return (
    <main id="conteudo" className="page grid max-w-4xl content-start gap-8 py-8">
      <header className="grid gap-3">
        <p className="text-xl text-muted wrap-anywhere">{place.name}</p>
        <h1 className="display-1">{t("title")}</h1>
        <p className="text-lg text-muted">{t("deskLead")}</p>
        <p className="flex flex-wrap gap-3">
          <Link href={localePath(locale, readerPath(serviceId))} className={buttonClass()}>
            {t("desk.open")}
          </Link>
          <Link href={localePath(locale, placeVouchersPath(serviceId))} className={buttonClass({ look: "outline" })}>
            {t("desk.vouchers")}
          </Link>
        </p>
      </header>
      <Settings serviceId={serviceId} isOwner={place.role === "owner"} />
    </main>
  );
}

async function Settings({ serviceId, isOwner }: { serviceId: string; isOwner: boolean }) {
  const [t, locale, { "partners/desk": texts }, pinTime, devices] = await Promise.all([
    getTranslations("partners/desk"),
    getLocale(),
    getMessages(),
    readPinTime(serviceId),
    listVoucherDevices(serviceId),
  ]);
  return (
    <>
      <SystemSection title={t("setPin.title")} lead={t("setPin.lead")}>
        <p>{pinTime ? t("setPin.since", { date: formatDay(pinTime, locale, "long") }) : t("setPin.none")}</p>
        {isOwner && <PinSetting texts={texts.setPin} serviceId={serviceId} hasPin={pinTime !== null} />}
      </SystemSection>
      <SystemSection title={t("devices.title")} lead={t("devices.lead")}>
        {isOwner ? (
          <DevicePanel
            texts={texts.devices}
            action={enrolVoucherDeviceAction}
            hidden={{ serviceId }}
            name=""
            days={{ first: 90, most: MAX_DEVICE_DAYS }}
          />
        ) : (
          <p className="text-muted">{t("devices.ownerOnly")}</p>
        )}
        <DeviceList devices={devices} revoke={isOwner ? revokeVoucherDeviceAction : null} now={Date.now()} />
      </SystemSection>
    </>
  );
}
