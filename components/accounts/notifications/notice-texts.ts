"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["accounts/notifications"]["own"]>("NoticeTexts");
export { Provider as NoticeTexts, useTexts as useNoticeTexts };
