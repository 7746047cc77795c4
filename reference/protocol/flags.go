package protocol

// Section 6.9: the optional observation fields and the flags that declare them.

// A Flag is one of the thirteen observation flags.
type Flag uint8

const (
	NoFlag Flag = iota
	FlagPoison
	FlagPlayerCounters
	FlagDesignations
	FlagPlayerProgress
	FlagDayNight
	FlagPassedSeats
	FlagPendingTriggers
	FlagKeywords
	FlagFullName
	FlagExiledBy
	FlagStackText
	FlagPermanentDetails
	FlagKnownCards
)

// A FlagInfo describes one flag.
type FlagInfo struct {
	Flag   Flag
	Name   string
	Fields string // the fields it gates, as Section 6.9 names them
	bit    func(*Flags) *bool
}

var flagTable = [...]FlagInfo{
	{FlagPoison, "poison", "players[].poison", func(f *Flags) *bool { return &f.Poison }},
	{FlagPlayerCounters, "player_counters", "players[].counters", func(f *Flags) *bool { return &f.PlayerCounters }},
	{FlagDesignations, "designations", "players[].designations", func(f *Flags) *bool { return &f.Designations }},
	{FlagPlayerProgress, "player_progress", "players[].progress", func(f *Flags) *bool { return &f.PlayerProgress }},
	{FlagDayNight, "day_night", "day_night", func(f *Flags) *bool { return &f.DayNight }},
	{FlagPassedSeats, "passed_seats", "passed_seats", func(f *Flags) *bool { return &f.PassedSeats }},
	{FlagPendingTriggers, "pending_triggers", "pending_triggers", func(f *Flags) *bool { return &f.PendingTriggers }},
	{FlagKeywords, "keywords", "characteristics.keywords", func(f *Flags) *bool { return &f.Keywords }},
	{FlagFullName, "full_name", "full_name", func(f *Flags) *bool { return &f.FullName }},
	{FlagExiledBy, "exiled_by", "exiled_by", func(f *Flags) *bool { return &f.ExiledBy }},
	{FlagStackText, "stack_text", "stack[].text", func(f *Flags) *bool { return &f.StackText }},
	{FlagPermanentDetails, "permanent_details", "permanent.statuses, permanent.class_level, permanent.chosen",
		func(f *Flags) *bool { return &f.PermanentDetails }},
	{FlagKnownCards, "known_cards", "", func(f *Flags) *bool { return &f.KnownCards }},
}

// ObservationFlags returns the thirteen flags in the order of Section 6.9.
func ObservationFlags() []FlagInfo { return append([]FlagInfo(nil), flagTable[:]...) }

// String returns the flag's name on the wire, "" for NoFlag.
func (f Flag) String() string {
	if f == NoFlag || int(f) > len(flagTable) {
		return ""
	}
	return flagTable[f-1].Name
}

// FlagNamed returns the flag of that name, or NoFlag.
func FlagNamed(name string) Flag { return Flag(flagWords.index.find([]byte(name)) + 1) }

// Has reports whether flag is declared true. It is false for NoFlag.
func (f *Flags) Has(flag Flag) bool { return flag != NoFlag && *flagTable[flag-1].bit(f) }

// Set declares flag.
func (f *Flags) Set(flag Flag, v bool) { *flagTable[flag-1].bit(f) = v }

func flagVocabulary() *Vocabulary {
	v := &Vocabulary{Name: "observation_flag", Section: "6.9"}
	for _, f := range flagTable {
		v.Words = append(v.Words, f.Name)
	}
	v.index = newWords(v.Words)
	return v
}
