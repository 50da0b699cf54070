"use client";

import { useEffect, useRef } from "react";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { HoneypotField } from "@/components/form/honeypot-field";
import { SelectField } from "@/components/form/select-field";
import { useLocationSearch } from "@/components/geo/search/use-location-search";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useRequest } from "@/components/form/use-request";
import { Button } from "@/components/ui/button";
import { SignPlate } from "@/components/ui/sign-plate";
import { sendReviewAction } from "@/lib/guide/reviews/actions";
import { isUnhappy } from "@/lib/guide/reviews/rules";
import { RatingField, RecommendField } from "./rating-fields";
import { useReviewTexts } from "./review-texts";
import { REVIEW_TOPICS } from "@/lib/platform/supabase/database-constants/guide";

type Props = {
  appVersion: string;
  /** Contact link for unhappy visitors; empty when the settings contain no contact. */
  contactHref: string;
  sharePath: string;
};

/**
 * The page on which the visitor followed "wrong information", and the name of the map place; in the URL, as the page is
 * static. Null for other visitors.
 */
function reportedPage(search: string): { page: string; place: string } | null {
  const query = new URLSearchParams(search);
  const [page, place] = ["pagina", "lugar"].map((name) => query.get(name)?.slice(0, 200) ?? "") as [string, string];
  return page.startsWith("/") ? { page, place } : null;
}

/** Review form of the portal; sends app version, device type and the reported page automatically. */
export function ReviewForm({ appVersion, contactHref, sharePath }: Props) {
  const { review, form } = useReviewTexts();
  const { send, isPending, data, errors } = useRequest(sendReviewAction);
  const search = useLocationSearch();
  const about = search === null ? null : reportedPage(search);
  const submit = (answers: FormData) => {
    const text = answers.get("text");
    if (about && typeof text === "string") {
      const subject = about.place ? `${about.page} (${about.place})` : about.page;
      answers.set("text", `${subject}\n${text}`);
    }
    answers.set("app_version", appVersion);
    answers.set("device", `${navigator.userAgent.slice(0, 160)} ${innerWidth}×${innerHeight}`);
    send(answers);
  };
  if (data) return <Thanks unhappy={isUnhappy(data.rating)} contactHref={contactHref} sharePath={sharePath} />;
  return (
    <ActionForm submit={submit} pending={isPending} errors={errors} className="gap-5">
      {about && (
        <p role="status" className="rounded-xl border-2 border-faixa p-4 wrap-anywhere">
          {review.about.replace("{page}", about.place || about.page)}
        </p>
      )}
      <RatingField label={review.rating} names={Object.values(review.ratingNames)} />
      <RecommendField label={review.recommend} low={review.low} high={review.high} />
      <SelectField
        key={about?.page}
        name="topic"
        defaultValue={about ? (about.place ? "services" : "content") : ""}
        label={review.topic}
        optional={form.optional}
        options={[
          { value: "", label: review.anyTopic },
          ...REVIEW_TOPICS.map((value) => ({ value, label: review.topics[value] })),
        ]}
      />
      <TextAreaField name="text" label={review.text} hint={review.textHint} optional={form.optional} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="name"
          label={review.name}
          hint={review.nameHint}
          optional={form.optional}
          autoComplete="name"
          maxLength={80}
        />
        <TextField
          name="contact"
          label={review.contact}
          hint={review.contactHint}
          optional={form.optional}
          maxLength={254}
        />
      </div>
      <CheckboxField name="publish_ok" label={review.publishOk} />
      <HoneypotField label={form.trap} />
      <p className="text-sm text-muted">{review.device}</p>
      <SubmitButton label={review.submit} pendingLabel={form.pending} pending={isPending} />
    </ActionForm>
  );
}

function Thanks({ unhappy, contactHref, sharePath }: { unhappy: boolean; contactHref: string; sharePath: string }) {
  const texts = useReviewTexts().review;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <SignPlate as="section" kind={unhappy ? "service" : "route"} className="grid gap-4 p-8">
      <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {unhappy ? texts.sorryTitle : texts.thanksTitle}
      </h2>
      <p>{unhappy ? texts.sorryText : texts.thanksText}</p>
      <p>
        {unhappy && contactHref && (
          <Button asChild variant="faixa">
            <a href={contactHref}>{texts.talk}</a>
          </Button>
        )}
        {!unhappy && (
          <Button asChild variant="faixa">
            <a href={sharePath} target="_blank" rel="noopener">
              {texts.share}
            </a>
          </Button>
        )}
      </p>
    </SignPlate>
  );
}
