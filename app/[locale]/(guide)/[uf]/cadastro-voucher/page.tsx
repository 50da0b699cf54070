import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ContentPage } from "@/components/guide/pages/content-page";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { OfferForm } from "@/components/partners/vouchers/offer-form";
import { OfferHint } from "@/components/partners/vouchers/offer-hint";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { currentVisitor } from "@/lib/platform/auth/account";
import { brazilianDay } from "@/lib/platform/dates";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getVoucher, listOwnPlaces, offerValues, type OwnPlace, type Voucher } from "@/lib/partners/vouchers/queries";
import { offerPath, placesFirstOf, type OfferValues } from "@/lib/partners/vouchers/rules";
import { stateOf } from "../state-of";

type Params = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ uf: string }>; searchParams: Promise<Params> };

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf } = await params;
  const state = stateOf(uf);
  return textMetadata(
    "partners/vouchers.offer",
    offerPath(uf),
    postcardPath("cidade-historica", `cadastro-voucher-${uf}`, "png"),
    { state: state.name },
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idOf = (value: string | string[] | undefined) => (typeof value === "string" && UUID.test(value) ? value : null);

type Opened = { initial: OfferValues; voucher: Voucher | null; draft: string };

/** What the form starts with: a saved voucher, a copy of one, or an empty offer; null for a voucher of somebody else. */
async function openOffer(places: readonly OwnPlace[], params: Params): Promise<Opened | null> {
  const [edited, copied, place] = [idOf(params.voucher), idOf(params.copiar), idOf(params.lugar)];
  const wanted = edited ?? copied;
  if (!wanted) {
    const only = places.length === 1 ? places[0]!.id : undefined;
    const chosen = places.find(({ id }) => id === place)?.id ?? only;
    return { initial: { voucher: randomUUID(), place: chosen }, voucher: null, draft: `new ${place ?? ""}`.trim() };
  }
  const voucher = await getVoucher(await createSessionClient(), wanted);
  if (!voucher || !places.some(({ id }) => id === voucher.service_id)) return null;
  return edited
    ? { initial: offerValues(voucher), voucher, draft: voucher.id }
    : { initial: offerValues(voucher, randomUUID()), voucher: null, draft: `copy ${voucher.id}` };
}

/** Offers a voucher of an own place, or changes one. */
export default async function OfferVoucherPage({ params, searchParams }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  const [t, locale, { "partners/vouchers": vouchers, "panel/records": records }, account, query] = await Promise.all([
    getTranslations("partners/vouchers.offer"),
    getLocale(),
    getMessages(),
    currentVisitor(),
    searchParams,
  ]);
  const { offer, validation, benefit, acceptance, card, panel } = vouchers;
  const path = offerPath(uf);
  const places = account ? placesFirstOf(await listOwnPlaces(await createSessionClient(), account.id), state.abbr) : [];
  const opened = places.length > 0 ? await openOffer(places, query) : null;
  const title = opened?.voucher ? t("titleEdit") : query.copiar ? t("titleCopy") : t("title");
  return (
    <ContentPage path={path} title={title} lead={t("lead")} state={state}>
      {opened ? (
        <NextIntlClientProvider messages={{ "panel/records": { image: records.image } }}>
          <OfferForm
            key={opened.draft}
            initial={opened.initial}
            places={places.map((place) => ({ id: place.id, name: place.name, state: place.state_abbr }))}
            status={opened.voucher?.status ?? null}
            note={opened.voucher?.status_note ?? null}
            draft={opened.draft}
            path={path}
            texts={{ offer, validation, benefit, acceptance, card, panel: { reason: panel.reason } }}
            locale={locale}
            today={brazilianDay(Date.now())}
          />
        </NextIntlClientProvider>
      ) : (
        <OfferHint kind={!account ? "signIn" : places.length === 0 ? "noPlace" : "gone"} uf={uf} query={query} />
      )}
    </ContentPage>
  );
}
