package report

import "encoding/json"

// These types are the part of SARIF 2.1.0 that cudalint writes (OASIS Standard). Names follow
// its schema, testdata/sarif-2.1.0-rtm.5.json.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool            sarifTool                `json:"tool"`
	Invocations     []sarifInvocation        `json:"invocations"`
	BaseIDs         map[string]sarifArtifact `json:"originalUriBaseIds"`
	ColumnKind      string                   `json:"columnKind"`
	DefaultLanguage string                   `json:"defaultSourceLanguage"`
	Results         []sarifResult            `json:"results"`
	Properties      sarifRunProperties       `json:"properties"`
}

type sarifRunProperties struct {
	Target jsonTarget `json:"target"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string            `json:"name"`
	InformationURI  string            `json:"informationUri"`
	Version         string            `json:"version,omitempty"`
	SemanticVersion string            `json:"semanticVersion,omitempty"`
	Rules           []sarifDescriptor `json:"rules"`
	Notifications   []sarifDescriptor `json:"notifications"`
}

// A sarifDescriptor describes a rule or a kind of notification.
type sarifDescriptor struct {
	ID            string               `json:"id"`
	Name          string               `json:"name,omitempty"`
	Short         *sarifText           `json:"shortDescription,omitempty"`
	Full          *sarifText           `json:"fullDescription,omitempty"`
	Help          *sarifText           `json:"help,omitempty"`
	HelpURI       string               `json:"helpUri,omitempty"`
	Configuration *sarifConfiguration  `json:"defaultConfiguration,omitempty"`
	Properties    *sarifRuleProperties `json:"properties,omitempty"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifRuleProperties struct {
	Tags            []string `json:"tags"`
	ProblemSeverity string   `json:"problem.severity"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Configuration []sarifNotification `json:"toolConfigurationNotifications,omitempty"`
	Execution     []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Descriptor sarifReference  `json:"descriptor"`
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Locations  []sarifLocation `json:"locations,omitempty"`
}

type sarifReference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type sarifResult struct {
	RuleID       string                `json:"ruleId"`
	RuleIndex    int                   `json:"ruleIndex"`
	Level        string                `json:"level"`
	Message      sarifText             `json:"message"`
	Locations    []sarifLocation       `json:"locations"`
	Fingerprints map[string]string     `json:"partialFingerprints"`
	Related      []sarifLocation       `json:"relatedLocations,omitempty"`
	Fixes        []sarifFix            `json:"fixes,omitempty"`
	Properties   sarifResultProperties `json:"properties"`
}

// sarifResultProperties has fields of the JSON format, under the same names.
type sarifResultProperties struct {
	Confidence   string            `json:"confidence"`
	Impact       *jsonImpact       `json:"impact,omitempty"`
	Assumptions  []string          `json:"assumptions,omitempty"`
	Data         json.RawMessage   `json:"data,omitempty"`
	Verification *jsonVerification `json:"verification,omitempty"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
	Context  *sarifRegion  `json:"contextRegion,omitempty"`
}

type sarifArtifact struct {
	URI         string     `json:"uri,omitempty"`
	BaseID      string     `json:"uriBaseId,omitempty"`
	Description *sarifText `json:"description,omitempty"`
}

type sarifLogical struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// A sarifRegion is a range of lines, of lines and columns, or of bytes. Fields that are 0 or
// nil are omitted.
type sarifRegion struct {
	StartLine   int           `json:"startLine,omitempty"`
	StartColumn int           `json:"startColumn,omitempty"`
	EndLine     int           `json:"endLine,omitempty"`
	EndColumn   int           `json:"endColumn,omitempty"`
	ByteOffset  *int          `json:"byteOffset,omitempty"`
	ByteLength  *int          `json:"byteLength,omitempty"`
	Snippet     *sarifContent `json:"snippet,omitempty"`
}

// A sarifContent is part of a file: text, or base64 where it is not UTF-8.
type sarifContent struct {
	Text   *string `json:"text,omitempty"`
	Binary string  `json:"binary,omitempty"`
}

type sarifFix struct {
	Description sarifText          `json:"description"`
	Changes     []sarifChange      `json:"artifactChanges"`
	Properties  sarifFixProperties `json:"properties"`
}

type sarifFixProperties struct {
	Safety string `json:"safety"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifContent `json:"insertedContent"`
}
