"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MessageField } from "./message-field";

type AnswerFormProps = { busy: boolean; onCancel: () => void; onSend: (answer: string, link: string) => void };

const isAddress = (link: string) => link === "" || (URL.canParse(link) && new URL(link).protocol === "https:");

/** The answer to a request for a trip panel: a text and an optional address of the panel; both are sent by e-mail. */
export function AnswerForm({ busy, onCancel, onSend }: AnswerFormProps) {
  const t = useTranslations("panel/inbox");
  const [answer, setAnswer] = useState("");
  const [link, setLink] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [given, address] = [answer.trim(), link.trim()];
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!isAddress(address));
        if (given && isAddress(address) && !busy) onSend(given, address);
      }}
    >
      <MessageField
        label={t("answer.text")}
        hint={t("answer.hint")}
        rows={5}
        value={answer}
        onChange={setAnswer}
        onCancel={onCancel}
      />
      <label className="grid gap-1">
        <span className="font-semibold">{t("answer.link")}</span>
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          value={link}
          onChange={(event) => setLink(event.target.value)}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? "answer-link-error" : undefined}
        />
        {isWrong && (
          <span id="answer-link-error" role="alert" className="text-sm text-danger">
            {t("answer.linkInvalid")}
          </span>
        )}
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy || !given}>
          {t("answer.send")}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
