import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { LOG_PATH } from "@/lib/garage/vehicles/rules";
import { GaragePage } from "../../../garage-page";
import { stateOf } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("garage/vehicles");
  const state = stateOfSegment((await params).uf);
  const title = state ? t("state.title", { state: state.name }) : t("metaTitle");
  return { title: `${title} | LACAMBECHE`, robots: { index: false } };
}

/** The garage with the trips of the state of the page. */
export default async function StateLogPage({ params }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  return <GaragePage path={`/${uf}${LOG_PATH}`} state={state} />;
}
