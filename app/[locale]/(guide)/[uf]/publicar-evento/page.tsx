import { publishPath } from "@/lib/events/publishing/rules";
import { PublishEvent } from "../../../publish-event";
import { stateOf } from "../state-of";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ uf: string }>; searchParams: Promise<{ modelo?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/publishing.page", "metaTitle");

/** The form of an event with the state of the page chosen. */
export default async function PublishStateEventPage({ params, searchParams }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  return <PublishEvent path={publishPath(uf)} state={state.abbr} search={await searchParams} />;
}
