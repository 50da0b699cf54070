import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { publishPath } from "@/lib/events/publishing/rules";
import { PublishEvent } from "../../../publish-event";
import { stateOf } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/publishing.page");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false } };
}

/** The form of an event with the state of the page chosen. */
export default async function PublishStateEventPage({ params }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  return <PublishEvent path={publishPath(uf)} state={state.abbr} />;
}
