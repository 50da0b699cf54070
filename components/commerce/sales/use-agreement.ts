import type { Messages } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { plainDocument } from "@/lib/platform/tax-document";
import type { Drawing } from "./drawing";
import type { OfferedPlan } from "./plan-choice";
import { placesOf } from "./plan-places";
import { dropDraft, renewDraft, writeDraft, type SaleDraft } from "./sale-draft";

/** The facts of a sale that both sides agree to, with the names of their fields. */
export type FactName = keyof Messages["commerce/sales"]["form"]["facts"];
export type Facts = Record<FactName, string>;
type OpenedForm = {
  sellerId: string;
  draft: SaleDraft;
  plans: readonly OfferedPlan[];
  termsVersion: string;
  today: string;
};

/** The facts both sides agree to: plan and price as offered now, and the values of the form. */
function factsOf(values: Record<string, string>, { plans, termsVersion, today }: OpenedForm): Facts {
  const plan = plans.find(({ id }) => id === values.plan_id);
  const { chosen: places } = placesOf(plan, values);
  const typed = (name: string) => (values[name] ?? "").trim();
  return {
    plan_id: plan?.name ?? "",
    seen_price_cents: plan?.price ?? "",
    start_date: values.start_date ?? today,
    placements: places.placements.join(","),
    states: places.states.join(","),
    client_company_name: typed("client_company_name"),
    client_document: plainDocument(typed("client_document")),
    client_contact_name: typed("client_contact_name"),
    client_email: typed("client_email"),
    client_phone: typed("client_phone"),
    terms_version: termsVersion,
    is_remote_signing: values.is_remote_signing ?? "false",
  };
}

/** The draft of a sale; signatures and acceptance are cleared when a fact differs from what was shown when they were given. */
export function useAgreement(opened: OpenedForm) {
  const { sellerId, draft } = opened;
  const [values, setValues] = useState(draft.values);
  const [cleared, setCleared] = useState<readonly FactName[]>([]);
  /** Number of times the signatures were cleared; as a key it remounts pads and checkbox. */
  const [round, setRound] = useState(0);
  const live = useRef<SaleDraft>(draft);
  const isSaved = useRef(false);
  const facts = factsOf(values, opened);
  const shownFacts = JSON.stringify(facts);

  const keep = (change: Partial<SaleDraft>) => {
    if (isSaved.current) return;
    live.current = { ...live.current, ...change };
    const { drawings, values: kept } = live.current;
    const isAgreed = kept.accepts_terms === "on" || drawings.seller !== null || drawings.client !== null;
    live.current.agreedFacts = isAgreed ? (live.current.agreedFacts ?? JSON.stringify(factsOf(kept, opened))) : null;
    writeDraft(sellerId, live.current);
  };
  const type = (form: HTMLFormElement) => {
    const typed = Object.fromEntries(
      [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    setValues(typed);
    keep({ values: typed });
  };
  const sign = (side: "seller" | "client", drawing: Drawing | null) => {
    setCleared([]);
    keep({ drawings: { ...live.current.drawings, [side]: drawing } });
  };
  const save = useRef(keep);
  useEffect(() => {
    save.current = keep;
  });
  useEffect(() => {
    const { agreedFacts } = live.current;
    if (agreedFacts === null || agreedFacts === shownFacts) return;
    const [before, now] = [JSON.parse(agreedFacts) as Facts, JSON.parse(shownFacts) as Facts];
    const { accepts_terms: _, ...rest } = live.current.values;
    save.current({ values: rest, drawings: { seller: null, client: null } });
    setValues(rest);
    setCleared((Object.keys(now) as FactName[]).filter((name) => before[name] !== now[name]));
    setRound((count) => count + 1);
  }, [shownFacts]);

  /** Gives the form a new idempotency key: for a separate sale, or for one that replaces another sale. */
  const renew = (replaced: string | null) => (live.current = renewDraft(sellerId, live.current, replaced));
  const drop = () => {
    isSaved.current = true;
    dropDraft(sellerId, live.current.client_request_id);
  };
  return { values, facts, live, cleared, round, type, sign, renew, drop };
}
