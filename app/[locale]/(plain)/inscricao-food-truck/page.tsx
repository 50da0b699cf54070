import type { Metadata } from "next";
import { formMetadata, FormPage, type FormPageProps } from "../registration-form-page";

export const dynamic = "force-dynamic";

export const generateMetadata = (): Promise<Metadata> => formMetadata("food_truck");

export default function Page({ searchParams }: FormPageProps) {
  return <FormPage kind="food_truck" searchParams={searchParams} />;
}
