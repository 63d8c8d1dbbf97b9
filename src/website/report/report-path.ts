/** The form to report a mistake in a food. `foodPath`: the path of its page. */
export const reportPath = (foodPath: string): string => `${foodPath}/report`

export const reportSentPath = (foodPath: string): string => `${reportPath(foodPath)}/sent`
