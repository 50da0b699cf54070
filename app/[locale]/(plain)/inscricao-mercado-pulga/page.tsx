import type { Metadata } from "next";
import { formMetadata, FormPage, type FormPageProps } from "../registration-form-page";

export const dynamic = "force-dynamic";

export const generateMetadata = (): Promise<Metadata> => formMetadata("mercado_pulga");

export default function Page({ searchParams }: FormPageProps) {
  return <FormPage kind="mercado_pulga" searchParams={searchParams} />;
}
